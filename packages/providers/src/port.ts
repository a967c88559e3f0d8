export * from './json.ts'
export * from './list.ts'
export * from './provider.ts'
export * from './settings.ts'
