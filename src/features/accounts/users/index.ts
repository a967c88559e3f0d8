export {
  type AccountMailData,
  insertCredentialChanged,
  type PasskeyChangedData,
  type PasswordChangedData,
  type TotpChangedData,
} from './account-mail.ts'
export { type Beginner } from './invitations.ts'
export { createNewPasswords } from './new-passwords.ts'
export { DisplayName, Email, Language, Password, PublicUser, RoleName, USER_EXAMPLE } from './schemas.ts'
export { formatSetupUrl, issueSetupToken } from './setup-links.ts'
export { SESSION_MS, type Sessions } from './session-store.ts'
export { type UserTables, userTables } from './tables.ts'
export { lockUser } from './user-store.ts'
export { cleanName, getUserStatus, type User } from './user.ts'
export { type AccountTables, createUsers, type Users } from './users.ts'
export { openUsers, type UserRoom } from './open.ts'
