export { SEALED_AD_PROGRAM_PLACES } from './sealed-places.ts'
export { adProgramTables } from './tables.ts'
export { openAdProgram } from './open.ts'
