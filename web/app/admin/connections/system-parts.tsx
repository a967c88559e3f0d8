import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { KeyPart } from './key-part.tsx'
import { PhotoKey } from './photo-key.tsx'
import { SmtpPart } from './smtp-part.tsx'
import { SyncPart } from './sync-part.tsx'
import type { SmtpPreset, System } from './system.ts'

export interface PartProps {
  readonly system: System
  readonly presets: readonly SmtpPreset[]
  readonly mayChange: boolean
  onChange(system: System): void
  reload(): Promise<void>
}

/** The controls that only one system has. */
export function SystemParts(props: PartProps) {
  const { system, mayChange, reload } = props
  switch (system.id) {
    case 'weather-provider':
      return <KeyPart path="/api/admin/weather-provider-key" label="Provider key" mayChange={mayChange} onStored={reload} />
    case 'mail-service':
      return (
        <>
          <KeyPart path="/api/admin/email-key" label="Email service key" mayChange={mayChange} onStored={reload} />
          <SyncPart isReady={system.status !== 'not_configured' && system.status !== 'disabled'} />
        </>
      )
    case 'mail-transport':
      return mayChange ? <SmtpPart {...props} /> : null
    case 'photo-service':
      return mayChange ? <PhotoKey {...props} /> : null
    case 'ad-program':
      return (
        <Anchor component={Link} to="/admin/ad-program" size="sm">
          Access and earnings
        </Anchor>
      )
    default:
      return null
  }
}
