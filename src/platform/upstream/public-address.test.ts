import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPublicAddress, hasPublicHost, createPublicLookup } from './public-address.ts'

describe('an address', () => {
  for (const address of [
    '93.184.216.34',
    '8.8.8.8',
    '2606:2800:220:1:248:1893:25c8:1946',
    '::ffff:8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2a00:1450:4001:81b::200e',
    '2001:200::1',
    '3fff:1000::1',
    '3ffd::1',
  ])
    it(`${address} is public`, () => assert.ok(isPublicAddress(address)))
  for (const address of [
    '10.0.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:7f00:1',
    '::7f00:1',
    '::127.0.0.1',
    '::808:808',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2001:0:7f00:1::',
    '2002:7f00:1::',
    '64:ff9b::808:808',
    '::ffff:0:808:808',
    '3ffe::1',
    '3fff:fff::1',
    '100::1',
    '5f00::1',
    '4000::1',
    '1fff::1',
    'fec0::1',
    'ff02::1',
    'fe80::1%eth0',
    '2001:4860:4860::8888%eth0',
    '2001:4860::5efe:7f00:1',
    '2001:4860::200:5efe:127.0.0.1',
    '192.88.99.1',
    '198.51.100.1',
    '0.0.0.1',
    'localhost',
    '',
  ])
    it(`${address} is not`, () => assert.ok(!isPublicAddress(address)))
})

/** Everything of IPv6 but 2000::/3 is refused, whatever IANA will do with it. */
it('of IPv6 is public only in 2000::/3', () => {
  for (let first = 0; first < 0x10000; first += 0x0101) {
    const address = `${first.toString(16)}:4860::8888`
    const isGlobal = first >= 0x2000 && first <= 0x3fff && ![0x2002, 0x3ffe, 0x3fff].includes(first)
    assert.equal(isPublicAddress(address), isGlobal, address)
  }
})

describe('a URL leads outside', () => {
  const hosts: Readonly<Record<string, readonly string[]>> = {
    'public.example': ['8.8.8.8', '2001:4860:4860::8888'],
    'half.example': ['8.8.8.8', '10.0.0.1'],
    'inside.example': ['192.168.0.1'],
  }
  const lookUp = async (host: string) => hosts[host] ?? Promise.reject(new Error('ENOTFOUND'))
  for (const [url, outside] of [
    ['https://public.example/cap', true],
    ['https://half.example/', false],
    ['https://inside.example/', false],
    ['https://nowhere.example/', false],
    ['https://8.8.8.8/', true],
    ['https://[::1]/', false],
    ['https://[::7f00:1]/', false],
    ['https://[::ffff:127.0.0.1]/', false],
    ['https://[64:ff9b::7f00:1]/', false],
    ['https://[2002:7f00:1::]/', false],
    ['https://[2001:0:7f00:1::]/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
  ] as const)
    it(`${url}: ${outside}`, async () => assert.equal(await hasPublicHost(new URL(url), lookUp), outside))
})

describe('the look-up of public addresses', () => {
  const lookUp = (options: { all?: boolean; family?: number }, addresses = ['8.8.8.8', '2001:4860:4860::8888']) =>
    new Promise((resolve) =>
      createPublicLookup(async () => addresses)('public.example', options, (error, ...found) => resolve(error ?? found)),
    )

  it('returns checked addresses in the requested form', async () => {
    assert.deepEqual(await lookUp({}), ['8.8.8.8', 4])
    assert.deepEqual(await lookUp({ family: 6 }), ['2001:4860:4860::8888', 6])
    assert.deepEqual(await lookUp({ all: true }), [
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2001:4860:4860::8888', family: 6 },
      ],
    ])
    for (const addresses of [[], ['10.0.0.1'], ['8.8.8.8', '10.0.0.1']]) assert.ok((await lookUp({}, addresses)) instanceof Error)
  })
})
