import type { UpstreamClient } from '../../../platform/upstream/client.ts'
import { urlUnder } from '../../../platform/upstream/url-under.ts'
import { CheckFailed, type OutsideSystem, secretForm, shownUrl } from '../../operations/connections/index.ts'

export interface PhotoOptions {
  readonly client: UpstreamClient
  readonly baseUrl: URL
  readonly key: () => string | null
}

export const PHOTO_SERVICE = 'photo-service'

/** Unsplash in the list of external systems; its check lists one photograph, which costs one call of the hourly quota. */
export function photoSystem({ client, baseUrl, key }: PhotoOptions): OutsideSystem {
  return {
    id: PHOTO_SERVICE,
    name: 'Photo service',
    kind: 'photo_service',
    configured: () => key() !== null,
    settings: () => ({ baseUrl: shownUrl(baseUrl) }),
    form: secretForm('apiKey'),
    async check({ signal }) {
      const url = urlUnder(baseUrl, '/photos?per_page=1')
      const headers = { authorization: `Client-ID ${key() ?? ''}`, 'accept-version': 'v1' }
      const { status } = await client.get(url, { headers, signal }).catch(() => {
        throw new CheckFailed('Connection failed')
      })
      if (status === 401) throw new CheckFailed('The key was rejected')
      if (status === 403 || status === 429) throw new CheckFailed('Hourly rate limit reached')
      if (status !== 200) throw new CheckFailed(`Responded with status ${status}`)
      return 'Responding normally'
    },
  }
}
