import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { Icon } from '../kit/icon.tsx'

const SCHEMES = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'System', icon: 'device' },
] as const

/** Light or dark. */
export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const chosen = SCHEMES.find(({ value }) => value === colorScheme) ?? SCHEMES[2]
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Appearance: ${chosen.label}`}>
          <Icon name={chosen.icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={value === colorScheme ? <Icon name="check" size={14} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
