import * as office from './back-office.ts'
import type { Operate } from './operation.ts'
import * as visitors from './public.ts'
import * as readers from './subscribers.ts'
import * as weather from './weather.ts'

/** `weight`: relative frequency. `lane`: operations of one lane run one after the other, as one person does things; all others run side by side. */
export interface OperationOf {
  readonly weight: number
  readonly run: Operate
  readonly lane?: 'people' | 'office'
}

/** What clients do. */
export const OPERATIONS = {
  weather: { weight: 36, run: weather.askWeather },
  batch: { weight: 5, run: weather.askBatch },
  history: { weight: 3, run: weather.askHistory },
  geocode: { weight: 5, run: weather.search },
  'place name': { weight: 2, run: weather.placeName },
  tile: { weight: 4, run: weather.tile },
  alert: { weight: 2, run: weather.askAlert },
  'public read': { weight: 7, run: visitors.read },
  'page of the site': { weight: 4, run: visitors.page },
  'wrong request': { weight: 3, run: visitors.wrong },
  subscribe: { weight: 5, run: readers.subscribe, lane: 'people' },
  'change preferences': { weight: 3, run: readers.changePreferences, lane: 'people' },
  'list subscriptions': { weight: 3, run: readers.listSubscriptions, lane: 'people' },
  'end subscription': { weight: 2, run: readers.endSubscription, lane: 'people' },
  confirm: { weight: 4, run: readers.confirm, lane: 'people' },
  unsubscribe: { weight: 2, run: readers.unsubscribe, lane: 'people' },
  report: { weight: 2, run: visitors.report },
  'page views': { weight: 2, run: visitors.pageViews },
  'admin read': { weight: 4, run: office.adminRead, lane: 'office' },
  'admin page': { weight: 1, run: office.adminPage, lane: 'office' },
  'log in': { weight: 0.5, run: office.logIn, lane: 'office' },
  'log out': { weight: 0.5, run: office.logOut, lane: 'office' },
  settings: { weight: 1, run: office.changeSettings, lane: 'office' },
  template: { weight: 0.7, run: office.changeTemplate, lane: 'office' },
  'site text': { weight: 0.7, run: office.changePage, lane: 'office' },
  'new user': { weight: 0.4, run: office.newUser, lane: 'office' },
  'change user': { weight: 0.6, run: office.changeUser, lane: 'office' },
  message: { weight: 0.3, run: office.composeMessage, lane: 'office' },
  'test mail': { weight: 0.3, run: office.testMail, lane: 'office' },
  'run job': { weight: 0.6, run: office.runJob, lane: 'office' },
  'cron route': { weight: 0.4, run: office.cronRoute },
  'forgotten password': { weight: 0.3, run: office.forgottenPassword },
} satisfies Record<string, OperationOf>

export type OperationKind = keyof typeof OPERATIONS
