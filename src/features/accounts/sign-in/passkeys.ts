import type { Kysely } from 'kysely'
import type { Actor, AdminUser } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { cleanName, insertCredentialChanged, lockUser } from '../users/index.ts'
import { type Challenge, type ChallengePurpose, createChallenges } from './challenges.ts'
import { dropRecoveryCodes, replaceRecoveryCodes } from './credential-store.ts'
import {
  deleteExpiredChallenges,
  deletePasskeys,
  findPasskey,
  type FoundPasskey,
  insertPasskey,
  listPasskeys,
  type Passkey,
  recordUse,
  renamePasskey,
  useChallenge,
} from './passkey-store.ts'
import { generateRecoveryCodes } from './recovery-codes.ts'
import type { SignInTables } from './tables.ts'

/** What a browser's authenticator says when it registers a passkey. Binary values are base64url. */
export interface Registration {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports: readonly string[]
}

/** What it says when it proves to hold one. */
export interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
}

export interface PasskeyOptions extends Pick<Foundation<SignInTables>, 'db' | 'clock'> {
  /** Wakes the mail workers. */
  readonly onMail: () => void
  /** Signs challenges. */
  readonly keyedHash: (purpose: string, text: string) => string
}

export type Passkeys = ReturnType<typeof createPasskeys>

const MAX_PASSKEYS = 20
/** Ed25519, ES256, RS256: what authenticators have. Unstated, the library asks the runtime for more, which warns that they are experimental. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loaded when somebody uses a passkey. */
const webauthn = () => import('@simplewebauthn/server')

/** Passkeys: discoverable credentials of WebAuthn whose authenticator verifies the user, so that each counts as both factors. */
export function createPasskeys({ db, clock, onMail, keyedHash }: PasskeyOptions) {
  const challenges = createChallenges(keyedHash)

  /** Checks a browser's answer with the library, which throws for everything that is wrong with it. */
  async function verified<Result>(purpose: ChallengePurpose, origin: string, check: (expected: Expected) => Promise<Result>) {
    let challenge: Challenge | null = null
    const result = await check({
      expectedChallenge: (answered) => (challenge = challenges.read(purpose, answered, clock.now())) !== null,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    }).catch(() => null)
    return result === null || challenge === null ? null : { result, challenge }
  }

  async function verify(assertion: Assertion, origin: string): Promise<Proof | null> {
    const { id, ...response } = assertion
    const passkey = await findPasskey(db, Buffer.from(id, 'base64url'))
    if (passkey === null) return null
    const { verifyAuthenticationResponse } = await webauthn()
    const credential = { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter }
    const found = await verified('assert', origin, (expected) =>
      verifyAuthenticationResponse({
        ...expected,
        credential,
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      }),
    )
    if (found === null || !found.result.verified) return null
    return { passkey, challenge: found.challenge, counter: found.result.authenticationInfo.newCounter }
  }

  async function spend(trx: Kysely<SignInTables>, { passkey, challenge, counter }: Proof): Promise<boolean> {
    return (await useChallenge(trx, challenge)) && (await recordUse(trx, passkey.id, counter, clock.now()))
  }

  /** Resolves to the number of removed passkeys; a notification of each is mailed. */
  async function remove(user: ChangedUser, id: string | 'all', lang: string, actor: Actor): Promise<number> {
    const removed = await db.transaction().execute(async (trx: Kysely<SignInTables>) => {
      const now = clock.now()
      await lockUser(trx, user.id)
      const names = await deletePasskeys(trx, user.id, id, now)
      if (names.length > 0) await dropRecoveryCodes(trx, user.id)
      for (const name of names) await recordChange(trx, { user, actor, action: 'remove', name }, lang, now)
      return names.length
    })
    onMail()
    return removed
  }

  return {
    list: (userId: string) => listPasskeys(db, userId),

    /** What the browser needs to register a passkey at this origin. `site` is the name that it shows. */
    async registrationOptions(user: AdminUser, origin: string, site: string) {
      const { generateRegistrationOptions } = await webauthn()
      return generateRegistrationOptions({
        rpName: site,
        rpID: new URL(origin).hostname,
        userName: user.email,
        userDisplayName: user.displayName,
        userID: new Uint8Array(Buffer.from(user.id)),
        challenge: challenges.issue(`register ${user.id}`, clock.now()),
        excludeCredentials: (await listPasskeys(db, user.id)).map(({ credentialId: id }) => ({ id })),
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    /**
     * Registers a passkey. Returns recovery codes, which are shown once, if it is the user's first second factor.
     * @throws AppError `invalid_request` for an answer that does not hold, `conflict` for a registered one or too many
     */
    async register(
      user: AdminUser,
      { registration, name, origin, lang }: { registration: Registration; name: string; origin: string; lang: string },
      actor: Actor,
    ): Promise<{ readonly passkey: Passkey; readonly recoveryCodes: readonly string[] }> {
      const { verifyRegistrationResponse } = await webauthn()
      const { id, transports, ...response } = registration
      const found = await verified(`register ${user.id}`, origin, (expected) =>
        verifyRegistrationResponse({
          ...expected,
          supportedAlgorithmIDs,
          response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        }),
      )
      const info = found?.result.registrationInfo
      if (found === null || info === undefined) throw buildInvalidFieldError('registration', 'is not valid, or was begun too long ago')
      const { codes, hashes } = generateRecoveryCodes()
      const added = {
        credentialId: Buffer.from(info.credential.id, 'base64url'),
        publicKey: Buffer.from(info.credential.publicKey),
        counter: info.credential.counter,
        transports: [...transports],
        name: cleanName(name),
        synced: info.credentialBackedUp,
      }
      const outcome = await db.transaction().execute(async (trx: Kysely<SignInTables>) => {
        const now = clock.now()
        const locked = await lockUser(trx, user.id)
        if (locked === null) throw new AppError('not_found', 'The development bypass has no passkeys')
        if (locked.passkeys >= MAX_PASSKEYS) throw new AppError('conflict', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
        const passkey = (await useChallenge(trx, found.challenge)) ? await insertPasskey(trx, user.id, added, now) : null
        if (passkey === null) throw new AppError('conflict', 'This passkey is registered already')
        const isFirst = !locked.hasTotp && locked.passkeys === 0
        if (isFirst) await replaceRecoveryCodes(trx, user.id, hashes)
        await recordChange(trx, { user, actor, action: 'add', name: passkey.name }, lang, now)
        return { passkey, recoveryCodes: isFirst ? codes : [] }
      })
      onMail()
      return outcome
    },

    /** @throws AppError `not_found` */
    rename: (userId: string, id: string, newName: string, actor: Actor): Promise<void> =>
      db.transaction().execute(async (trx: Kysely<SignInTables>) => {
        const name = cleanName(newName)
        const before = await renamePasskey(trx, userId, id, name)
        if (before === null) throw noSuchPasskey()
        const object = { type: 'user', id: userId }
        const change = { before: { name: before }, after: { name } }
        await recordAudit(trx, { at: clock.now(), actor, action: 'user.rename_passkey', object, ...change })
      }),

    /** @throws AppError `not_found` */
    async remove(user: AdminUser, id: string, lang: string, actor: Actor): Promise<void> {
      if ((await remove(user, id, lang, actor)) === 0) throw noSuchPasskey()
    },

    /** Removes all of them, at an operator's request, and mails a notification in English of each. */
    removeAll: (user: ChangedUser, actor: Actor): Promise<number> => remove(user, 'all', 'en', actor),

    /** What the browser needs to ask for any passkey of this origin. */
    async assertionOptions(origin: string) {
      const { generateAuthenticationOptions } = await webauthn()
      const challenge = challenges.issue('assert', clock.now())
      return generateAuthenticationOptions({ rpID: new URL(origin).hostname, challenge, userVerification: 'required' })
    },

    /** The passkey that an assertion proves, with its user; null: none. `spend` must follow, or it could be used again. */
    verify,

    /** Uses a proof up. False: somebody used it before, or the passkey was removed or copied. */
    spend,

    /** Whether an assertion proves a signed-in user; it is used up. */
    async proves(userId: string, assertion: Assertion, origin: string): Promise<boolean> {
      const proof = await verify(assertion, origin)
      return proof !== null && proof.passkey.user.id === userId && (await db.transaction().execute((trx) => spend(trx, proof)))
    },

    /** Deletes used challenges that have expired. */
    sweep: (): Promise<number> => deleteExpiredChallenges(db, clock.now()),
  }
}

export interface Proof {
  readonly passkey: FoundPasskey
  readonly challenge: Challenge
  readonly counter: number
}

type ChangedUser = Pick<AdminUser, 'id' | 'displayName' | 'email'>

interface PasskeyChange {
  readonly user: ChangedUser
  readonly actor: Actor
  readonly action: 'add' | 'remove'
  readonly name: string
}

/** Records a change of passkeys, and mails it. */
async function recordChange(
  trx: Kysely<SignInTables>,
  { user, actor, action, name }: PasskeyChange,
  lang: string,
  now: number,
): Promise<void> {
  const state = { [action === 'add' ? 'after' : 'before']: { name } }
  await recordAudit(trx, { at: now, actor, action: `user.${action}_passkey`, object: { type: 'user', id: user.id }, ...state })
  const change = { template: 'passkey-changed', change: action === 'add' ? 'added' : 'removed', passkey: name } as const
  await insertCredentialChanged(trx, user, change, lang, now)
}

interface Expected {
  readonly expectedChallenge: (challenge: string) => boolean
  readonly expectedOrigin: string
  readonly expectedRPID: string
  readonly requireUserVerification: true
}

function noSuchPasskey(): AppError {
  return new AppError('not_found', 'No such passkey')
}
