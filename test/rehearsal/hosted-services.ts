import { generateKeyPairSync } from 'node:crypto'

import { startAuthEmulator } from '../emulators/auth-emulator.ts'
import { startLocalFetchServer } from '../fakes/local-server.ts'
import { openFakeSanity } from '../fakes/sanity.ts'

/** Google's Auth emulator and a fake of Sanity on this machine, with the settings of a server that uses them. Payments are in the sandbox. */
export async function openHostedServices() {
  await using opened = new AsyncDisposableStack()
  const emulator = opened.use(await startAuthEmulator())
  const sanity = await openFakeSanity()
  opened.defer(sanity.close)
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
    },
    /** Approves the campaign of this title as an editor at Sanity does. */
    approve: (title: string) => {
      const found = [...sanity.documents.values()].find((each) => each.title === title)
      if (!found) throw new Error(`Sanity has no campaign ${title}`)
      sanity.put({ ...found, status: 'approved', _rev: 'approved' })
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

function serviceAccount() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return JSON.stringify({
    client_email: 'ajo@demo-ajo.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
}
