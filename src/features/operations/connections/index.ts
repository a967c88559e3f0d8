export { registerConnectionAdmin } from './admin.ts'
export { createConnectionStore } from './connection-store.ts'
export { type Connections, openConnections, purposeOf as connectionPurpose } from './connections.ts'
export { CheckUnpaid, createKeyService, KeyRefused, type KeyService, type StoredKey } from './keys.ts'
export { type ConnectionService, createConnectionService } from './service.ts'
export { CheckFailed, type OutsideSystem } from './system.ts'
export { mailTransport, openMailTransport } from './systems/mail-transport.ts'
export { PHOTO_SERVICE, photoService } from './systems/photo-service.ts'
export { askProvider, failureText } from './systems/provider-check.ts'
export {
  NATIONAL_FEED,
  nationalFeed,
  primaryProvider,
  SECOND_PROVIDER,
  secondProvider,
  WEATHER_PROVIDER,
} from './systems/weather-providers.ts'
export { connectionTables } from './tables.ts'
