import { isIP } from 'node:net'

/**
 * A MaxMind DB file (specification 2.0, maxmind.github.io/MaxMind-DB): a binary tree over address bits whose leaves point to data.
 * Only reading, only what a look-up needs.
 */
export interface Mmdb {
  /** The data of the narrowest network that the address lies in; undefined where there is none, and for what is no address. */
  get(ip: string): unknown
  /** When the file was made, epoch seconds. */
  readonly builtAt: number
}

const METADATA_MARKER = Buffer.concat([Buffer.from('abcdef', 'hex'), Buffer.from('MaxMind.com')])
const METADATA_MAX_BYTES = 128 * 1024
const DATA_SEPARATOR_BYTES = 16
const MAX_DEPTH = 32

/** @throws Error when the bytes are no such file */
export function openMmdb(bytes: Buffer): Mmdb {
  const marker = bytes.lastIndexOf(METADATA_MARKER)
  if (marker === -1 || bytes.length - marker > METADATA_MAX_BYTES) throw new Error('this is no MaxMind DB file')
  const metadataStart = marker + METADATA_MARKER.length
  const metadata = createDecoder(bytes, metadataStart).at(metadataStart) as Record<string, unknown>
  const nodes = numberOf(metadata, 'node_count')
  const bits = numberOf(metadata, 'record_size')
  const version = numberOf(metadata, 'ip_version')
  const treeBytes = (nodes * bits) / 4
  const dataStart = treeBytes + DATA_SEPARATOR_BYTES
  if (numberOf(metadata, 'binary_format_major_version') !== 2 || ![24, 28, 32].includes(bits) || dataStart > marker) {
    throw new Error('this MaxMind DB file has a form that is not known')
  }
  const decoder = createDecoder(bytes, dataStart)

  /** One of the two children of a node: another node, `nodes` for nothing, or beyond that a place in the data. */
  function child(node: number, bit: number): number {
    const at = (node * bits) / 4
    if (bits === 24) return bytes.readUIntBE(at + bit * 3, 3)
    if (bits === 32) return bytes.readUInt32BE(at + bit * 4)
    const middle = bytes.readUInt8(at + 3)
    return bit === 0 ? (middle >> 4) * 2 ** 24 + bytes.readUIntBE(at, 3) : (middle & 15) * 2 ** 24 + bytes.readUIntBE(at + 4, 3)
  }

  /** Where IPv4 addresses begin: in an IPv6 tree they have 96 zero bits before them. */
  function ipv4Root(): number {
    let node = 0
    for (let depth = 0; depth < 96 && node < nodes; depth += 1) node = child(node, 0)
    return node
  }
  const ipv4Start = version === 6 ? ipv4Root() : 0

  return {
    builtAt: numberOf(metadata, 'build_epoch'),
    get(ip) {
      const address = addressBytes(ip)
      if (address === undefined || (address.length === 16 && version === 4)) return undefined
      let node = address.length === 4 ? ipv4Start : 0
      for (let depth = 0; depth < address.length * 8 && node < nodes; depth += 1) {
        node = child(node, ((address[depth >> 3] ?? 0) >> (7 - (depth & 7))) & 1)
      }
      return node <= nodes ? undefined : decoder.at(dataStart + node - nodes - DATA_SEPARATOR_BYTES)
    },
  }
}

function numberOf(metadata: Record<string, unknown>, name: string): number {
  const value = metadata[name]
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'number') throw new Error(`this MaxMind DB file does not tell its ${name}`)
  return value
}

function addressBytes(ip: string): Uint8Array | undefined {
  const family = isIP(ip)
  if (family === 4) return Uint8Array.from(ip.split('.'), Number)
  if (family !== 6) return undefined
  const plain = (ip.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::').map((part) => part)
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 255]))
}

/** Reads data fields; offsets are of the whole file, pointers count from `base`. */
function createDecoder(bytes: Buffer, base: number): { at(offset: number): unknown } {
  function read(offset: number, depth: number): [value: unknown, end: number] {
    if (depth > MAX_DEPTH) throw new Error('this MaxMind DB file is nested too deeply')
    const control = bytes.readUInt8(offset)
    const short = control >> 5
    if (short === 1) return readPointer(offset, control, depth)
    const type = short === 0 ? bytes.readUInt8(offset + 1) + 7 : short
    const [size, start] = sizeAt(offset + (short === 0 ? 2 : 1), control & 31)
    if (type === 7) return readMap(size, start, depth)
    if (type === 11) return readArray(size, start, depth)
    return [scalar(type, size, start), start + (type === 14 ? 0 : size)]
  }

  function sizeAt(at: number, low: number): [size: number, start: number] {
    if (low < 29) return [low, at]
    const extra = low - 28
    const least = [0, 29, 285, 65_821][extra] ?? 0
    return [least + bytes.readUIntBE(at, extra), at + extra]
  }

  function readPointer(offset: number, control: number, depth: number): [unknown, number] {
    const extra = ((control >> 3) & 3) + 1
    const high = extra === 4 ? 0 : (control & 7) * 2 ** (8 * extra)
    const least = [0, 0, 2_048, 526_336, 0][extra] ?? 0
    const target = base + high + bytes.readUIntBE(offset + 1, extra) + least
    return [read(target, depth + 1)[0], offset + 1 + extra]
  }

  function readMap(size: number, start: number, depth: number): [unknown, number] {
    const entries: [string, unknown][] = []
    let at = start
    for (let index = 0; index < size; index += 1) {
      const [key, afterKey] = read(at, depth + 1)
      const [value, afterValue] = read(afterKey, depth + 1)
      entries.push([String(key), value])
      at = afterValue
    }
    return [Object.fromEntries(entries), at]
  }

  function readArray(size: number, start: number, depth: number): [unknown, number] {
    const items: unknown[] = []
    let at = start
    for (let index = 0; index < size; index += 1) {
      const [value, end] = read(at, depth + 1)
      items.push(value)
      at = end
    }
    return [items, at]
  }

  function scalar(type: number, size: number, start: number): unknown {
    if (type === 2) return bytes.toString('utf8', start, start + size)
    if (type === 3) return bytes.readDoubleBE(start)
    if (type === 4) return bytes.subarray(start, start + size)
    if (type === 14) return size !== 0
    if (type === 15) return bytes.readFloatBE(start)
    if (type === 8) return size === 0 ? 0 : bytes.readIntBE(start, size) | 0
    if (size === 0) return 0
    return size <= 6 ? bytes.readUIntBE(start, size) : BigInt(`0x${bytes.toString('hex', start, start + size)}`)
  }

  return { at: (offset) => read(offset, 0)[0] }
}
