import type { TextKey } from './text-keys.ts'

/** Texts in a reader's language: the messages that `TextKey` lists, filled in by whoever has a catalogue of them. */
export interface WeatherTexts {
  /** `en`, `de`. */
  readonly language: string
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string
}
