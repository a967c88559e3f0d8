import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { BouncePart } from './bounce-part.tsx'
import { KeyPart } from './key-part.tsx'
import { LimitsPart } from './limits-part.tsx'
import { SettingsKey } from './settings-key.tsx'
import { SmtpPart } from './smtp-part.tsx'
import { SyncPart } from './sync-part.tsx'
import type { PartProps } from './system.ts'

/** The controls that only one system has. */
export function SystemParts(props: PartProps) {
  const { system, mayChange, reload } = props
  switch (system.id) {
    case 'openweather':
      return (
        <>
          <KeyPart path="/api/admin/weather-provider-key" label="Provider key" mayChange={mayChange} onStored={reload} />
          {mayChange && <LimitsPart {...props} />}
        </>
      )
    case 'mail-service':
      return (
        <>
          <KeyPart path="/api/admin/email-key" label="Email service key" mayChange={mayChange} onStored={reload} />
          <SyncPart isReady={system.status !== 'not_configured' && system.status !== 'disabled'} />
        </>
      )
    case 'mail-transport':
      return mayChange ? <SmtpPart {...props} /> : null
    case 'bounce-mailbox':
    case 'mail-events':
      return mayChange ? <BouncePart {...props} /> : null
    case 'photo-service':
      return mayChange ? <SettingsKey {...props} otherwise="Without one, pages show the built-in artwork." /> : null
    case 'ad-program':
      return (
        <Anchor component={Link} to="/admin/ad-program" size="sm">
          Access and earnings
        </Anchor>
      )
    default:
      return mayChange && system.weather !== null ? (
        <>
          {'hasKey' in system.settings && <SettingsKey {...props} otherwise="Without one, only what needs no key can be used." />}
          <LimitsPart {...props} />
        </>
      ) : null
  }
}
