import * as office from './back-office.ts'
import type { OperationKind } from './kinds.ts'
import type { Operate } from './operation.ts'
import * as visitors from './public.ts'
import * as readers from './subscribers.ts'
import * as weather from './weather.ts'

/** `lane`: operations of one lane run one after the other, as one person does things; all others run side by side. */
interface OperationOf {
  readonly run: Operate
  readonly lane?: 'people' | 'office'
}

export const OPERATIONS: Readonly<Record<OperationKind, OperationOf>> = {
  weather: { run: weather.askWeather },
  batch: { run: weather.askBatch },
  history: { run: weather.askHistory },
  geocode: { run: weather.search },
  'place name': { run: weather.placeName },
  tile: { run: weather.tile },
  alert: { run: weather.askAlert },
  'public read': { run: visitors.read },
  'page of the site': { run: visitors.page },
  'wrong request': { run: visitors.wrong },
  subscribe: { run: readers.subscribe, lane: 'people' },
  'change preferences': { run: readers.changePreferences, lane: 'people' },
  'list subscriptions': { run: readers.listSubscriptions, lane: 'people' },
  'end subscription': { run: readers.endSubscription, lane: 'people' },
  confirm: { run: readers.confirm, lane: 'people' },
  unsubscribe: { run: readers.unsubscribe, lane: 'people' },
  report: { run: visitors.report },
  'page views': { run: visitors.pageViews },
  'admin read': { run: office.adminRead, lane: 'office' },
  'admin page': { run: office.adminPage, lane: 'office' },
  'log in': { run: office.logIn, lane: 'office' },
  'log out': { run: office.logOut, lane: 'office' },
  settings: { run: office.changeSettings, lane: 'office' },
  template: { run: office.changeTemplate, lane: 'office' },
  'site text': { run: office.changePage, lane: 'office' },
  'new user': { run: office.newUser, lane: 'office' },
  'change user': { run: office.changeUser, lane: 'office' },
  message: { run: office.composeMessage, lane: 'office' },
  'test mail': { run: office.testMail, lane: 'office' },
  'run job': { run: office.runJob, lane: 'office' },
  'cron route': { run: office.cronRoute },
  'forgotten password': { run: office.forgottenPassword },
}
