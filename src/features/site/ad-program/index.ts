export { adProgramTables } from './store.ts'
export { openAdProgram } from './open.ts'
