export {
  type AccountMailData,
  insertCredentialChanged,
  type PasskeyChangedData,
  type PasswordChangedData,
  type TotpChangedData,
} from './account-mail.ts'
export { type Invitations } from './invitations.ts'
export { createNewPasswords, type NewPasswords } from './new-passwords.ts'
export { type Resets } from './resets.ts'
export { DisplayName, Email, Language, Password, PublicUser, RoleName, USER_EXAMPLE } from './schemas.ts'
export { setupAddress, type SetupLinks, setupToken } from './setup-links.ts'
export { SESSION_MS, createSessions, type Sessions } from './sessions.ts'
export { type UserTables, userTables } from './tables.ts'
export { lockUser } from './user-store.ts'
export { cleanName, statusOf, type User } from './user.ts'
export { type AccountTables, changeOwnPassword, createUsers, type Users } from './users.ts'
export { openUsers, type UserRoom } from './open.ts'
