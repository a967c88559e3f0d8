export { describeApi } from './document.ts'
export { registerApiDocs } from './routes.ts'
