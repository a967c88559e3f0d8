import type { getFieldErrors } from '../kit/notes.tsx'
import { Panel } from '../kit/page.tsx'
import { SettingField } from './setting-field.tsx'
import { type Change, type Config, type Drafts, getDraftedSetting, getSettingDefault, type Value } from './unit.ts'

interface Props {
  /** The theme; undefined where the page is called so. */
  readonly title: string | undefined
  readonly names: readonly string[]
  readonly config: Config
  readonly drafts: Drafts
  readonly isReadOnly: boolean
  /** What is wrong with the drafts, by setting. */
  readonly problems: ReadonlyMap<string, string>
  readonly errors: ReturnType<typeof getFieldErrors>
  readonly history: ReadonlyMap<string, readonly Change[]>
  onChange(name: string, value: Value): void
}

/** The settings of one theme. */
export function SettingsPanel({ title, names, config, drafts, isReadOnly, problems, errors, history, onChange }: Props) {
  return (
    <Panel {...(title === undefined ? {} : { title })}>
      <div>
        {names.map((name) => {
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
              isReadOnly={isReadOnly}
              error={problems.get(name) ?? errors[name]}
              history={history.get(name) ?? []}
              onChange={(value) => onChange(name, value)}
            />
          )
        })}
      </div>
    </Panel>
  )
}
