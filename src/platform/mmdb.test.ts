import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openMmdb } from './mmdb.ts'

/** Writes the few types that the tests need, as the specification has them. */
function field(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'boolean') return control(14, value ? 1 : 0)
  if (typeof value === 'number' && Number.isInteger(value)) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(6, 4), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([control(3, 8), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(field)])
  if (Buffer.isBuffer(value)) return value
  const entries = Object.entries(value as object)
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([key, each]) => [field(key), field(each)])])
}

function control(type: number, size: number): Buffer {
  const [low, extra] = size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 255]]
  return Buffer.from(type < 8 ? [(type << 5) | low, ...extra] : [low, type - 7, ...extra])
}

/** A pointer of two bytes, up to 2047. */
function pointer(offset: number): Buffer {
  return Buffer.from([0x20 | (offset >> 8), offset & 255])
}

function record(bits: number, left: number, right: number): Buffer {
  const node = Buffer.alloc(bits / 4)
  if (bits === 24) {
    node.writeUIntBE(left, 0, 3)
    node.writeUIntBE(right, 3, 3)
  } else if (bits === 32) {
    node.writeUInt32BE(left, 0)
    node.writeUInt32BE(right, 4)
  } else {
    node.writeUIntBE(left & 0xff_ff_ff, 0, 3)
    node.writeUInt8(((left >> 24) << 4) | (right >> 24), 3)
    node.writeUIntBE(right & 0xff_ff_ff, 4, 3)
  }
  return node
}

/** A tree in which the network of the given bits has the data at `offset`, and all else nothing. */
function file(path: string, bits: number, version: number, data: Buffer, offset = 0): Buffer {
  const nodes = path.length
  const tree = [...path].map((bit, index) => {
    const next = index === nodes - 1 ? nodes + 16 + offset : index + 1
    return bit === '0' ? record(bits, next, nodes) : record(bits, nodes, next)
  })
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    ip_version: version,
    node_count: nodes,
    record_size: bits,
  }
  return Buffer.concat([...tree, Buffer.alloc(16), data, Buffer.from('abcdef', 'hex'), Buffer.from('MaxMind.com'), field(metadata)])
}

const TEN = '00001010'

describe('openMmdb', () => {
  for (const bits of [24, 28, 32]) {
    it(`finds an IPv4 network with records of ${bits} bits`, () => {
      const database = openMmdb(file(TEN, bits, 4, field({ country_code: 'DE' })))
      assert.deepEqual(database.get('10.200.3.4'), { country_code: 'DE' })
      assert.equal(database.get('11.0.0.1'), undefined)
      assert.equal(database.get('2001:db8::1'), undefined)
      assert.equal(database.builtAt, 1_700_000_000)
    })
  }

  it('finds IPv4 addresses in an IPv6 tree', () => {
    const database = openMmdb(file('0'.repeat(96) + TEN, 28, 6, field({ country_code: 'FR' })))
    assert.deepEqual(database.get('10.1.2.3'), { country_code: 'FR' })
    assert.deepEqual(database.get('::10.1.2.3'), { country_code: 'FR' })
    assert.equal(database.get('9.1.2.3'), undefined)
  })

  it('finds IPv6 networks, however the address is written', () => {
    const bits = [...Buffer.from('20010db8', 'hex')].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const database = openMmdb(file(bits, 24, 6, field({ country_code: 'JP' })))
    for (const ip of ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8:1::192.0.2.7', '2001:db8::%eth0']) {
      assert.deepEqual(database.get(ip), { country_code: 'JP' }, ip)
    }
    for (const ip of ['2001:db9::1', '::', 'fe80::1', '192.0.2.1']) assert.equal(database.get(ip), undefined, ip)
  })

  it('reads every type that look-ups meet, and pointers', () => {
    const shared = field('Königswinter'.repeat(30))
    const value = {
      city: pointer(0),
      location: { latitude: 50.68, time_zone: 'Europe/Berlin' },
      list: ['a', pointer(0)],
      flag: true,
      n: 70_000,
    }
    const database = openMmdb(file(TEN, 24, 4, Buffer.concat([shared, field(value)]), shared.length))
    assert.deepEqual(database.get('10.0.0.1'), {
      city: 'Königswinter'.repeat(30),
      location: { latitude: 50.68, time_zone: 'Europe/Berlin' },
      list: ['a', 'Königswinter'.repeat(30)],
      flag: true,
      n: 70_000,
    })
  })

  it('finds nothing for what is no address', () => {
    const database = openMmdb(file(TEN, 24, 4, field({})))
    for (const text of ['', 'unknown', '10.0.0', '10.0.0.256', '1.2.3.4.5']) assert.equal(database.get(text), undefined, text)
  })

  it('refuses what is no such file', () => {
    assert.throws(() => openMmdb(Buffer.from('no database')), /no MaxMind DB file/)
    assert.throws(() => openMmdb(file(TEN, 24, 4, field({})).subarray(60)), /MaxMind DB file/)
  })

  it('does not follow pointers for ever', () => {
    assert.throws(() => openMmdb(file(TEN, 24, 4, pointer(0))).get('10.0.0.1'), /nested too deeply/)
  })
})
