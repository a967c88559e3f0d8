import { generateKeyPairSync } from 'node:crypto'

/** A new private key for ES256 (PKCS #8), as base64. */
export function newPrivateKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

/** Who calls WeatherKit. */
export const APPLE_IDENTITY = { teamId: 'TEAM', serviceId: 'com.example.weather', keyId: 'KEYID' }

/** The same as variables of the environment. */
export const APPLE_ENVIRONMENT = { WEATHERKIT_TEAM_ID: 'TEAM', WEATHERKIT_SERVICE_ID: 'com.example.weather', WEATHERKIT_KEY_ID: 'KEYID' }
