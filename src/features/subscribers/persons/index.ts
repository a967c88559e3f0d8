export { registerPersonAdmin } from './admin.ts'
export { createPersons, type Persons } from './service.ts'
export { createPersonStore } from './store.ts'
