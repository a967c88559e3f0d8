import type { Sealing } from '../../secrets/sealing.ts'

/** What a backup is signed and encrypted with; both come from secrets that the backup does not contain. */
export interface BackupKeys {
  /** Null: there is none to check a backup with. */
  readonly signing: { readonly id: string; readonly key: Buffer } | null
  /** Null: backups are not encrypted. */
  readonly encryption: string | null
}

/** @param encryption BACKUP_KEY */
export function createBackupKeys(sealing: Pick<Sealing, 'keyId' | 'deriveKey'> | null, encryption: string | null): BackupKeys {
  return { signing: sealing && { id: sealing.keyId, key: sealing.deriveKey('backup signature v1') }, encryption }
}
