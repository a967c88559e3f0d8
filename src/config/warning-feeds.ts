import { providerNames, toggle } from './parsers.ts'
import type { Reader } from './reader.ts'
import type { VariableName } from './variables.ts'

/** The official warning feeds that the environment enables. */
export function readWarningFeeds(reader: Reader<VariableName>) {
  return {
    WARNING_FEEDS: reader.optional('WARNING_FEEDS', providerNames) ?? [],
    WARNING_FEEDS_PRIVATE: reader.required('WARNING_FEEDS_PRIVATE', toggle),
  }
}
