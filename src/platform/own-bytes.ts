/**
 * Bytes in memory of their own, for whatever keeps them. `Buffer.from` and `Buffer.concat` cut what is below 32 KB out of a shared slab of
 * 64 KB, and a slice holds on to its whole slab: a cache of small slices takes many times the bytes that it counts.
 */
export function ownBytes(content: string | Buffer): Buffer {
  if (typeof content === 'string') {
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
    bytes.write(content)
    return bytes
  }
  return content.byteLength === content.buffer.byteLength ? content : joinOwnBytes([content])
}

/** The parts one after the other, in memory of their own. */
export function joinOwnBytes(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
