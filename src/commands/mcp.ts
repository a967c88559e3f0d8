import { parseArgs } from 'node:util'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { TSchema, Static } from 'typebox'
import type { Api } from '../../web/app/api/ask.ts'
import type { Config } from '../config/config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { VERSION } from '../version.ts'
import * as schemas from './mcp-schemas.ts'
import * as tools from './mcp-tools.ts'
import { EXIT, toCommandError, type OpenedApi, openServiceApi } from './service-api.ts'
import { chooseServiceUrl } from './weather-options.ts'

const INSTRUCTIONS = `Weather for any place, with official warnings, what was measured before, and how accurate the forecasts are.
Show the attributions wherever you show the data. A null is unknown, never zero; alerts that are null are unknown, not absent.`

/**
 * `mcp`: a server of the Model Context Protocol over standard input and output, until that ends. Its tools ask a running service.
 * @throws StartupError with exit status 2 for a wrong option
 */
export async function serveMcp(config: Config, args: readonly string[]): Promise<void> {
  const opened = openServiceApi(chooseServiceUrl(config, urlIn(args)), config.ISOBAR_API_KEY)
  // Standard output belongs to the protocol.
  const server = serveStdio(() => createServer(opened), { onerror: (error) => console.error(`isobar: ${error.message}`) })
  process.stdin.once('end', () => void Promise.allSettled([server.close(), opened.close()]))
}

function urlIn(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { url: { type: 'string' } } }).values.url
  } catch (error) {
    throw new StartupError(`${(error as Error).message}; usage: \`isobar mcp [--url URL]\``, { exitStatus: EXIT.badOption, cause: error })
  }
}

function createServer(opened: OpenedApi): McpServer {
  const server = new McpServer({ name: 'isobar', title: 'Isobar', version: VERSION }, { instructions: INSTRUCTIONS })

  function add<Input extends TSchema>(
    name: string,
    {
      title,
      description,
      input,
      output,
    }: { readonly title: string; readonly description: string; readonly input: Input; readonly output: TSchema },
    ask: (api: Api, input: Static<Input>) => Promise<tools.ToolAnswer>,
  ): void {
    const config = {
      title,
      description,
      inputSchema: fromJsonSchema<Static<Input>>(input),
      outputSchema: fromJsonSchema<Record<string, unknown>>(output),
      annotations: { readOnlyHint: true, openWorldHint: true },
    }
    server.registerTool(name, config, async (given) => {
      try {
        const { structured, text } = await ask(opened.api, given)
        return { content: [{ type: 'text', text }], structuredContent: structured }
      } catch (error) {
        const known = toCommandError(error, opened)
        if (!(known instanceof StartupError)) console.error(known)
        const message = known instanceof StartupError ? known.message : 'Something went wrong in this server'
        return { isError: true, content: [{ type: 'text', text: message }] }
      }
    })
  }

  add(
    'places',
    { title: 'Find places', description: 'Finds at most five places by name.', input: schemas.PlacesInput, output: schemas.PlacesOutput },
    tools.runPlacesTool,
  )
  add(
    'weather',
    {
      title: 'Weather',
      description: 'The weather of a place: now, the next hour, 48 hours and a week.',
      input: schemas.WeatherInput,
      output: schemas.WeatherOutput,
    },
    tools.runWeatherTool,
  )
  add(
    'alerts',
    {
      title: 'Official warnings',
      description: 'The official warnings at a place, in force or coming, with their full texts.',
      input: schemas.AlertsInput,
      output: schemas.AlertsOutput,
    },
    tools.runAlertsTool,
  )
  add(
    'history',
    {
      title: 'Past weather',
      description: 'The past days at a place, next to what had been forecast the day before, as far as the service has archived them.',
      input: schemas.HistoryInput,
      output: schemas.HistoryOutput,
    },
    tools.runHistoryTool,
  )
  add(
    'accuracy',
    {
      title: 'Accuracy of forecasts',
      description: 'How far forecasts of the last year were off, by source and lead time, at a place or everywhere.',
      input: schemas.AccuracyInput,
      output: schemas.AccuracyOutput,
    },
    tools.runAccuracyTool,
  )
  return server
}
