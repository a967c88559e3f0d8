import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const decoders: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
}

/** The encodings that an upstream may use. */
export const ACCEPT_ENCODING = 'gzip, br'

export type Decoded = Buffer | 'too_large' | 'broken'

/** Decodes `Content-Encoding`; never produces more than `maxBytes`, however small the compressed body is. */
export async function decodeBody(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Promise<Decoded> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  const decode = decoders[encoding]
  if (decode === undefined) return 'broken'
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'broken'
  }
}
