import {
  Button,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  Modal,
  Select,
  Tooltip,
} from '@mantine/core'
import { applyPreferencesForm, parsePreferencesCookie, type Theme } from '../../visit/preferences.ts'
import { storeChosen } from '../../visit/store-chosen.ts'

const sky: MantineColorsTuple = [
  '#eaf3fd',
  '#d3e5f8',
  '#a4caf2',
  '#73adeb',
  '#4b94e4',
  '#3084df',
  '#1d74cf',
  '#0b5cad',
  '#084f97',
  '#044380',
]

/** Dark surfaces and borders of fields, in the same blue as the tokens. */
const dark: MantineColorsTuple = [
  '#e8edf3',
  '#c9d2dc',
  '#a6b4c3',
  '#7d8b9a',
  '#435364',
  '#303c4a',
  '#1e2732',
  '#171e27',
  '#121820',
  '#0e131a',
]

/** Dark enough for white text on a button, in both schemes. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#c92a2a',
  '#c92a2a',
  '#b02525',
  '#9b1f1f',
]

/** A dialog's header is not the page's banner. */
const attributes = { header: { role: 'presentation' } }

export const theme = createTheme({
  primaryColor: 'sky',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { sky, dark, red },
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { fw: 550 } }),
    Select: Select.extend({ defaultProps: { comboboxProps: { shadow: 'md' } } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, radius: 'lg', padding: 'lg', attributes, closeButtonProps: { 'aria-label': 'Close' } },
    }),
    Drawer: Drawer.extend({ defaultProps: { attributes, padding: 'lg', closeButtonProps: { 'aria-label': 'Close' } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300 } }),
  },
})

const fromTokens = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--sunken)',
}

/** Surfaces and text colours of the public pages (`styles/tokens.css`), in both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...fromTokens, '--mantine-color-error': '#b3261e' },
  dark: { ...fromTokens, '--mantine-color-error': '#ff9d92' },
})

/** Uses the site's own colour scheme, stored in its preferences cookie. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => parsePreferencesCookie(document.cookie).theme,
  set(value) {
    const form = new FormData()
    form.set('theme', value satisfies Theme)
    storeChosen(applyPreferencesForm(parsePreferencesCookie(document.cookie), form))
    const { dataset } = document.documentElement
    if (value === 'auto') delete dataset.theme
    else dataset.theme = value
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}
