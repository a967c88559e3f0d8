import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGzipAccepted } from './compression.ts'

describe('acceptsGzip', () => {
  for (const header of [
    'gzip',
    'gzip, deflate, br',
    'br;q=1.0, gzip;q=0.8',
    '*',
    'deflate , GZIP',
    'x-gzip',
    'gzip;q=0.001',
    'gzip ; q=1',
  ]) {
    it(`${header}: yes`, () => assert.equal(isGzipAccepted(header), true))
  }
  for (const header of [undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.0, *', '*;q=0', 'notgzip', 'gzipped']) {
    it(`${header}: no`, () => assert.equal(isGzipAccepted(header), false))
  }
})
