import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config/config.ts'
import { systemClock } from '../../../platform/clock.ts'
import { toFailure } from '../../../platform/http/server/failure.ts'
import { createRenderer } from './renderer.ts'

const request = { method: 'GET', url: '/', raw: { url: '/' }, headers: {}, server: { publicOrigin: () => 'http://site.test' } }
const visitor = { isBot: false, ask: () => Promise.reject(new Error('not asked')), mailed: null }

/** What becomes of a page whose making fails, after its visitor has left or not. */
async function codeOf(hasLeft: boolean): Promise<string> {
  const raw = new EventEmitter()
  const render = createRenderer({
    bundle: undefined,
    siteName: () => 'Isobar',
    config: { SHOW_DEMO_POPULAR_SEARCHES: false } as Config,
    cachedWeather: async () => [],
    sources: () => ({
      primarySources: [],
      tileSource: null,
      hasRadar: false,
      hasWarningFeeds: false,
      hasEmbeds: false,
      hasNormals: false,
      retentionDays: 400,
      frontPlace: null,
    }),
    clock: systemClock,
    onError: (error) => assert.fail(String(error)),
  })
  const made = render(request as unknown as FastifyRequest, { raw } as unknown as FastifyReply, visitor, async ({ signal }) => {
    if (hasLeft) raw.emit('close')
    signal.throwIfAborted()
    throw new Error('a defect')
  })
  return made.then(
    () => 'made',
    (error: unknown) => toFailure(error).code,
  )
}

describe('a page that cannot be made', () => {
  it('is a defect, but not if its visitor has left', async () => {
    assert.deepEqual([await codeOf(false), await codeOf(true)], ['internal_error', 'invalid_request'])
  })
})
