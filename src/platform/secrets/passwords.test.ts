import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../errors.ts'
import { createPasswords } from './passwords.ts'
import { parsePhc } from './phc.ts'

const CHEAP = { memory: 64, passes: 1, parallelism: 1 }

describe('passwords', () => {
  it('are Argon2id with at least 19 MiB and two passes, each with its own salt', async () => {
    const passwords = createPasswords()
    const [one, two] = [await passwords.hash('correct horse battery'), await passwords.hash('correct horse battery')]
    assert.notEqual(one, two)
    assert.match(one, /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    const { memory, passes } = parsePhc(one) ?? { memory: 0, passes: 0 }
    assert.ok(memory >= 19_456 && passes >= 2)
    assert.equal(passwords.isOutdated(one), false)
    assert.deepEqual(
      {
        verifyCorrectHorseBattery: await passwords.verify('correct horse battery', one),
        verifyCorrectHorseBatterz: await passwords.verify('correct horse batterz', one),
      },
      { verifyCorrectHorseBattery: true, verifyCorrectHorseBatterz: false },
    )
  })

  it('agrees with the reference implementation', async () => {
    // From test.c of the reference implementation (phc-winner-argon2), salt `somesalt`.
    const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
    assert.equal(await createPasswords().verify('password', stored), true)
  })

  it('compares at the cost of the stored hash, and says if that is outdated', async () => {
    const old = createPasswords({ cost: CHEAP })
    const passwords = createPasswords({ cost: { ...CHEAP, passes: 2 } })
    const stored = await old.hash('a password')
    assert.equal(await passwords.verify('a password', stored), true)
    assert.equal(passwords.isOutdated(stored), true)
  })

  it('accepts an accented letter as one code point or as two', async () => {
    const passwords = createPasswords({ cost: CHEAP })
    assert.equal(await passwords.verify('cafe\u0301 au lait', await passwords.hash('caf\u00e9 au lait')), true)
  })

  it('costs one hashing for an unknown user, for an invalid hash and for one with an excessive cost', async () => {
    const passwords = createPasswords({ cost: CHEAP })
    const right = await passwords.hash('x')
    const greedy = right.replace('m=64', 'm=9999999')
    for (const stored of [null, '', 'not a hash', '$2b$10$abcdefghijklmnopqrstuv', greedy, ` ${right}`, `${right}.`]) {
      const before = passwords.hashings
      assert.equal(await passwords.verify('x', stored), false)
      assert.equal(passwords.hashings - before, 1)
    }
  })

  it('runs a few at once, queues some and refuses the rest', async () => {
    const passwords = createPasswords({ cost: CHEAP, maxRunning: 2, maxWaiting: 3 })
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('x')))
    const refused = settled.filter((each) => each.status === 'rejected')
    assert.equal(refused.length, 3)
    assert.ok(refused.every(({ reason }) => reason instanceof AppError && reason.code === 'service_unavailable'))
    assert.equal(passwords.hashings, 5)
    // All slots are free again.
    assert.equal(
      (await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('x')))).filter((each) => each.status === 'rejected').length,
      0,
    )
  })
})
