import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isSecret, toVariableName } from './settings.ts'

it('secrets and private keys are never shown, all else may be', () => {
  const kinds = ['secret', 'privateKey', 'text', 'url', 'limit', 'choice', 'list'] as const
  assert.deepEqual(kinds.filter(isSecret), ['secret', 'privateKey'])
})

it('a setting is a variable named after the provider', () => {
  assert.equal(toVariableName('open-meteo', 'apiKey'), 'OPEN_METEO_API_KEY')
  assert.equal(toVariableName('openweather', 'tilesBaseUrl'), 'OPENWEATHER_TILES_BASE_URL')
})
