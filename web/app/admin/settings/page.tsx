import { Anchor, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { api } from '../../api/browser.ts'
import { SaveBar, UnsavedGuard } from '../editing/save-bar.tsx'
import { useAction, useAnswer } from '../kit/api.tsx'
import { EmptyState, Time, Status } from '../kit/display.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { Answered, getFieldErrors, Note } from '../kit/notes.tsx'
import { Page, Panel, buildAdminMeta } from '../kit/page.tsx'
import { DataTable } from '../kit/table.tsx'
import styles from './page.module.css'
import { SettingField } from './setting-field.tsx'
import {
  type Config,
  getSettingDefault,
  changeDraft,
  type Drafts,
  groupSettings,
  groupSettingChanges,
  isFound,
  formatSettingLabel,
  findSettingProblem,
  getDraftedSetting,
} from './unit.ts'

export const meta = buildAdminMeta('Settings')

const NO_DRAFTS: Drafts = {}
/** Of older changes, only the audit log tells. */
const MAX_CHANGES = 200
/** The command palette then has given the focus back. */
const PALETTE_CLOSES_MS = 400

/** /admin/settings: the settings that admins can change at runtime, and the environment. */
export default function SettingsPage() {
  const asked = useAnswer('config', () => api.get('/api/admin/config'))
  const { data: config, reload, set } = asked
  return (
    <Page
      title="Settings"
      description={
        <>
          Changes take effect within five seconds on all nodes.
          {config !== undefined && config.updatedAt !== null && (
            <>
              {' '}
              Last changed <Time at={config.updatedAt} />.{' '}
              <Anchor component={Link} to="/admin/audit?objectType=settings" inherit underline="always">
                All changes
              </Anchor>
            </>
          )}
        </>
      }
    >
      <Answered of={asked} height={420}>
        {(shown) => <Editor config={shown} reload={reload} set={set} />}
      </Answered>
    </Page>
  )
}

interface EditorProps {
  readonly config: Config
  reload(): Promise<void>
  set(config: Config): Promise<void>
}

const sectionOf = (group: string): string => `section-${group.toLowerCase().replaceAll(' ', '-')}`

function Editor({ config, reload, set }: EditorProps) {
  const mayChange = useMe().may('owner')
  // The frame shows the name of the site.
  const { revalidate } = useRevalidator()
  const [drafts, setDrafts] = useState(NO_DRAFTS)
  const save = useAction((body: Drafts) => api.patch('/api/admin/config', { body: { ...body, version: config.version } }), {
    done: 'Settings saved',
    reload,
  })
  const saveAll = async () => {
    const changed = await save.run(drafts)
    if (changed === undefined) return
    await Promise.all([set(changed), changes.reload(), revalidate()])
    // Changes made while saving stay unsaved.
    setDrafts((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => drafts[name] !== value)))
  }
  const changes = useAnswer('settings history', () =>
    api.get('/api/admin/audit', { query: { action: 'settings.update', limit: MAX_CHANGES } }),
  )
  const history = groupSettingChanges(changes.data?.items ?? [])
  const { hash } = useLocation()
  // `#setting-…`, from the command palette: a search must not hide it.
  const wanted = hash.startsWith('#setting-') ? hash.slice(1) : ''
  const [typed, setTyped] = useState({ text: '', wanted })
  const search = typed.wanted === wanted ? typed.text : ''
  useEffect(() => {
    const control = wanted === '' ? null : document.getElementById(wanted)
    control?.scrollIntoView({ block: 'center' })
    const timer = setTimeout(() => control?.focus({ preventScroll: true }), PALETTE_CLOSES_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const groups = groupSettings(config).flatMap(([group, all]) => {
    const members = all.filter((name) => isFound(search, name, config.bounds[name] ?? { group, meaning: '' }))
    return members.length === 0 ? [] : [[group, members] as const]
  })
  const errors = getFieldErrors(save.failure)
  const names = Object.keys(drafts)
  const problems = new Map(
    names.flatMap((name) => {
      const bounds = config.bounds[name]
      const problem = bounds && findSettingProblem(name, getDraftedSetting(config, drafts, name), bounds)
      return problem === undefined ? [] : [[name, problem] as const]
    }),
  )
  const [firstWrong] = problems.keys()
  return (
    <Stack gap="lg">
      <UnsavedGuard isDirty={names.length > 0} />
      {!mayChange && <Note tone="quiet">Only owners can change settings.</Note>}
      <div className={styles.find}>
        <TextInput
          aria-label="Find a setting"
          placeholder="Find a setting"
          type="search"
          leftSection={<Icon name="search" size={16} />}
          value={search}
          onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, wanted })}
        />
        <nav aria-label="Sections">
          {groups.map(([group]) => (
            <Anchor key={group} href={`#${sectionOf(group)}`} size="sm">
              {group}
            </Anchor>
          ))}
        </nav>
      </div>
      {groups.length === 0 && <EmptyState icon="search" title="No setting is called that" />}
      {groups.map(([group, members]) => (
        <div key={group} id={sectionOf(group)} className={styles.section} tabIndex={-1}>
          <Panel title={group}>
            <div>
              {members.map((name) => {
                const bounds = config.bounds[name]
                if (bounds === undefined) return null
                return (
                  <SettingField
                    key={name}
                    name={name}
                    bounds={bounds}
                    value={getDraftedSetting(config, drafts, name)}
                    fallback={getSettingDefault(config, name)}
                    isDrafted={name in drafts}
                    isReadOnly={!mayChange}
                    error={problems.get(name) ?? errors[name]}
                    history={history.get(name) ?? []}
                    onChange={(value) => {
                      save.forget()
                      setDrafts(changeDraft(config, drafts, name, value))
                    }}
                  />
                )
              })}
            </div>
          </Panel>
        </div>
      ))}
      <EnvironmentPanel environment={config.environment} />
      <SaveBar
        changes={names.length}
        isBusy={save.isBusy}
        problem={firstWrong === undefined ? undefined : `check “${formatSettingLabel(firstWrong)}”`}
        label="Save settings"
        onSave={saveAll}
        onDiscard={() => {
          save.forget()
          setDrafts(NO_DRAFTS)
        }}
      />
    </Stack>
  )
}

/** The process's environment. It is read-only here, and secrets are not shown. */
function EnvironmentPanel({ environment }: Pick<Config, 'environment'>) {
  const [wanted, setWanted] = useState('')
  const variables = Object.entries(environment).filter(([name]) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <Panel
      title="Environment variables"
      description="Set where the service is started; read-only here. Changes need a restart. Secrets are never shown."
      actions={
        <TextInput
          aria-label="Find a variable"
          placeholder="Find a variable"
          leftSection={<Icon name="search" size={16} />}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      }
    >
      <DataTable
        label="Environment variables"
        columns={['Variable', 'Value']}
        layout="fixed"
        className={styles.table}
        rows={variables.map(([name, variable]) => ({
          key: name,
          cells: [<code key="name">{name}</code>, <VariableValue key="value" {...(variable ?? { configured: false, value: null })} />],
        }))}
      />
    </Panel>
  )
}

function VariableValue({ configured, value }: NonNullable<Config['environment'][string]>) {
  if (!configured) return <Status tone="quiet">Not set</Status>
  if (value === null) return <span>•••••••• (secret)</span>
  return <code>{typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)}</code>
}
