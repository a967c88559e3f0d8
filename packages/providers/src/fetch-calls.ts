import { type PaidCalls, ProviderFailure, type UpstreamAnswer } from './calls.ts'

export interface FetchCallsOptions {
  /** Whom providers see: a name, a version and how its operator can be reached. */
  readonly userAgent: string
  readonly timeoutMs?: number
  /** Limit of a body, uncompressed. */
  readonly maxBytes?: number
}

/**
 * Calls by the platform's `fetch`, which nobody pays or counts: limits are the caller's concern. Refuses what may reach the public Internet only,
 * since `fetch` does not say where a name leads.
 */
export function createFetchCalls({ userAgent, timeoutMs = 10_000, maxBytes = 16 * 1024 * 1024 }: FetchCallsOptions): PaidCalls {
  return {
    async get({ product, url, headers = {}, isPublicOnly = false }) {
      if (isPublicOnly) throw new ProviderFailure('rejected', `${product.id}: fetch cannot tell whether an address is public`)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetch(url, { headers: { 'user-agent': userAgent, ...headers }, signal })
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await readBody(response, maxBytes, product.id),
        }
      } catch (cause) {
        if (cause instanceof ProviderFailure) throw cause
        throw new ProviderFailure(signal.aborted ? 'timeout' : 'network', `${product.id}: no answer`, { cause })
      }
    },
  }
}

async function readBody({ body }: Response, maxBytes: number, productId: string): Promise<UpstreamAnswer['body']> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new ProviderFailure('too_large', `${productId}: the body is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
