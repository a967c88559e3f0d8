import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CpuProfile, sharesOf } from './cpu-profile.ts'

const node = (id: number, functionName: string, url = '') => ({ id, callFrame: { functionName, url, lineNumber: 1 } })

/** Samples at 1010, 1030, 1060, 1100, 1150 and 1210. */
const PROFILE: CpuProfile = {
  nodes: [
    node(1, '(idle)'),
    node(2, '(garbage collector)'),
    node(3, 'writev'),
    node(4, 'send', 'file:///home/isobar/src/platform/http/kept-answers.ts'),
    node(5, '', 'file:///home/isobar/node_modules/@fastify/cookie/plugin.js'),
    node(6, 'emit', 'node:events'),
  ],
  startTime: 1_000,
  samples: [4, 1, 3, 5, 6, 2],
  timeDeltas: [10, 20, 30, 40, 50, 60],
}
const sharesIn = (from: number, to: number) => {
  const { activeMicroseconds, byFile, byFunction } = sharesOf(PROFILE, { from, to }, '/home/isobar')
  return { activeMicroseconds, byFile: Object.fromEntries(byFile), byFunction: Object.fromEntries(byFunction) }
}

describe('the shares of a CPU profile', () => {
  it('count each sample up to the next, except idle ones, by file and by function', () => {
    assert.deepEqual(sharesIn(0, Infinity), {
      activeMicroseconds: 20 + 40 + 50 + 60,
      byFile: {
        'src/platform/http/bytes/cached-answers.ts': 20,
        'calls of the kernel and of C++': 40,
        '@fastify/cookie': 50,
        'node:events': 60,
        '(garbage collector)': 0,
      },
      byFunction: {
        'send in src/platform/http/bytes/cached-answers.ts': 20,
        writev: 40,
        '(anonymous) in @fastify/cookie': 50,
        'emit in node:events': 60,
        '(garbage collector)': 0,
      },
    })
  })

  it('count only samples in the window', () => {
    assert.deepEqual(sharesIn(1_060, 1_100).byFunction, { writev: 40, '(anonymous) in @fastify/cookie': 50 })
  })
})
