import { createHmac, generateKeyPairSync } from 'node:crypto'

import { startAuthEmulator } from '../providers/firebase-emulator/auth-emulator.ts'
import { startLocalFetchServer } from '../providers/local-server.ts'
import { openFakeSanity } from '../providers/sanity.ts'

const webhookSecret = 'a secret of the rehearsal, which is no secret'
/** The CDN is behind by this. */
const cdnDelayMs = 600_000

/** Google's Auth emulator and a fake of Sanity on this machine, with the settings of a server that uses them. Payments are in the sandbox. */
export async function openHostedServices() {
  await using opened = new AsyncDisposableStack()
  const emulator = opened.use(await startAuthEmulator())
  const sanity = await openFakeSanity()
  opened.defer(sanity.close)
  sanity.cdn.delayMs = cdnDelayMs
  // The emulator accepts 'owner' as the token of the project.
  const tokens = await startLocalFetchServer(async () =>
    Response.json({ access_token: 'owner', expires_in: 3_600, token_type: 'Bearer' }),
  )
  opened.defer(tokens.close)
  const closing = opened.move()
  return {
    env: {
      IDENTITY: 'firebase',
      FIREBASE_API_KEY: 'any-key-will-do',
      FIREBASE_PROJECT: emulator.projectId,
      FIREBASE_SERVICE_ACCOUNT: serviceAccount(),
      IDENTITY_TOOLKIT_URL: emulator.identityToolkitUrl,
      SECURE_TOKEN_URL: emulator.secureTokenUrl,
      GOOGLE_TOKEN_URL: `${tokens.origin}/token`,
      CONTENT: 'sanity',
      SANITY_PROJECT: sanity.options.projectId,
      SANITY_TOKEN: sanity.options.token,
      SANITY_URL: sanity.options.apiHost,
      SANITY_CDN_URL: sanity.options.cdnHost,
      SANITY_WEBHOOK_SECRET: webhookSecret,
    },
    /** Approves the campaign of this title as an editor at Sanity does, whose webhook reports it to the server. */
    approve: async (title: string, origin: string) => {
      const found = [...sanity.documents.values()].find((each) => each.title === title)
      if (!found) throw new Error(`Sanity has no campaign ${title}`)
      sanity.put({ ...found, status: 'approved', _rev: 'approved' })
      await report(origin, { _id: found._id })
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

async function report(origin: string, projection: object) {
  const body = JSON.stringify(projection)
  const now = Date.now()
  const digest = createHmac('sha256', webhookSecret).update(`${now}.${body}`).digest('base64url')
  const { status } = await fetch(`${origin}/webhooks/sanity`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `rehearsal-${now}`,
      'sanity-webhook-signature': `t=${now},v1=${digest}`,
    },
    body,
  })
  if (status !== 204) throw new Error(`the report of a change was answered ${status}`)
}

function serviceAccount() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return JSON.stringify({
    client_email: 'ajo@demo-ajo.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
}
