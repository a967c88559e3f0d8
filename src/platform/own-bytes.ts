/**
 * Copies bytes into memory of their own, for caches. `Buffer.from` and `Buffer.concat` allocate less than 32 KB from a shared slab of 64
 * KB, and a slice keeps its whole slab alive: a cache of small slices occupies many times the bytes that it counts.
 */
export function copyOwnBytes(content: string | Buffer): Buffer {
  if (typeof content === 'string') {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
    bytes.write(content)
    return bytes
  }
  return content.byteLength === content.buffer.byteLength ? content : joinOwnBytes([content])
}

/** Concatenates parts into memory of their own. */
export function joinOwnBytes(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
