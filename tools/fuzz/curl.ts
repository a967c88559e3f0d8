import type { WireRequest } from './wire.ts'

/** The request as a shell command; null for one that curl would normalize. */
export function curlOf(url: string, { method, target, headers, body, bare = false }: WireRequest): string | null {
  const isPlain = !bare && target.length < 4_000 && (body?.length ?? 0) < 4_000 && [...headers].every(([name]) => name !== 'Host')
  // Bytes that are not text would not survive a shell.
  if (!isPlain || (body !== null && body.toString('utf8').includes('\uFFFD'))) return null
  return [
    `curl -i --path-as-is -X ${method} ${quoted(url.replace(/\/$/, '') + target)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-binary ${quoted(body.toString('utf8'))}`]),
  ].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
