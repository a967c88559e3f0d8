import { Anchor, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { SaveBar, UnsavedGuard } from '../editing/save-bar.tsx'
import { useAction, useAnswer } from '../kit/api.tsx'
import { EmptyState } from '../kit/display.tsx'
import { TypedField } from '../kit/list/list-filters.tsx'
import { useMe } from '../kit/me.ts'
import { buildAdminMeta } from '../kit/meta.ts'
import { Answered, getFieldErrors, Note } from '../kit/notes.tsx'
import { Page } from '../kit/page.tsx'
import { EnvironmentPanel } from './environment-panel.tsx'
import { SettingsOverview } from './overview.tsx'
import styles from './page.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { ENVIRONMENT, findThemeTitle, searchSettings, getThemePath, getThemeSlug, groupVariables, SETTINGS_PATH } from './themes.ts'
import {
  type Config,
  changeDraft,
  type Drafts,
  groupSettings,
  groupSettingChanges,
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

/** /admin/settings/:theme?: the settings that admins can change at runtime, and the environment. */
export default function SettingsPage() {
  const asked = useAnswer('config', () => api.get('/api/admin/config'))
  const { data, reload, set } = asked
  const { theme = '' } = useParams()
  return (
    <Page
      title={data === undefined ? 'Settings' : (findThemeTitle(data, theme) ?? 'Settings')}
      description="Changes take effect within five seconds on all nodes."
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
  useFocusedSetting()
  const { theme } = useParams()
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const groups = groupSettings(config)
  const isSearched = search.trim() !== ''
  const shown = groups
    .filter(([group]) => isSearched || theme === getThemeSlug(group))
    .map((each) => [each[0], searchSettings(config, each, search)] as const)
    .filter(([, names]) => names.length > 0)
  const variables = isSearched || theme === getThemeSlug(ENVIRONMENT) ? groupVariables(config, search) : []
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
      <UnsavedGuard isDirty={names.length > 0} within={SETTINGS_PATH} />
      {!mayChange && <Note tone="quiet">Only owners can change settings.</Note>}
      <div className={styles.find}>
        <TypedField
          label="Find a setting or variable"
          placeholder="Its name, or what it is about"
          isSearch
          value={search}
          onChange={(value) => setParams(value === '' ? {} : { q: value }, { replace: true, preventScrollReset: true })}
        />
        <nav aria-label="Themes">
          <ThemeLink to={SETTINGS_PATH} label="Overview" isShown={theme === undefined && !isSearched} />
          {[...groups.map(([group]) => group), ENVIRONMENT].map((group) => (
            <ThemeLink key={group} to={getThemePath(group)} label={group} isShown={theme === getThemeSlug(group) && !isSearched} />
          ))}
        </nav>
      </div>
      {theme === undefined && !isSearched && <SettingsOverview config={config} groups={groups} history={history} />}
      {(theme !== undefined || isSearched) && shown.length === 0 && variables.length === 0 && (
        <EmptyState icon="search" title={isSearched ? 'No setting or variable is called that' : 'There is no such theme'} />
      )}
      {shown.map(([group, members]) => (
        <SettingsPanel
          key={group}
          title={isSearched ? group : undefined}
          names={members}
          isReadOnly={!mayChange}
          onChange={(name, value) => {
            save.forget()
            setDrafts(changeDraft(config, drafts, name, value))
          }}
          {...{ config, drafts, problems, errors, history }}
        />
      ))}
      {variables.length > 0 && <EnvironmentPanel groups={variables} isSearched={isSearched} />}
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

function ThemeLink({ to, label, isShown }: { readonly to: string; readonly label: string; readonly isShown: boolean }) {
  return (
    <Anchor component={Link} to={to} size="sm" {...(isShown ? { 'aria-current': 'page', fw: 650 } : {})}>
      {label}
    </Anchor>
  )
}

/** Brings the setting into view that the address ends in: `#setting-…`. */
function useFocusedSetting(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const control = hash.startsWith('#setting-') ? document.getElementById(hash.slice(1)) : null
    control?.scrollIntoView({ block: 'center' })
    const timer = setTimeout(() => control?.focus({ preventScroll: true }), PALETTE_CLOSES_MS)
    return () => clearTimeout(timer)
  }, [hash])
}
