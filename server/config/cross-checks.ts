import { isLiveKey, type Settings } from './settings.ts'

/** What is said where it is so. */
type Mistake = [boolean, string]

/** What is right by itself and wrong together. Live money needs more than play money. */
export function contradictions(settings: Settings): string[] {
  const { PAYSTACK_SECRET_KEY: key } = settings
  return [
    ...ofStores(settings),
    ...ofProviders(settings),
    ...(key !== undefined && isLiveKey(key) ? ofLivePayments(settings) : []),
  ]
    .filter(([isMade]) => isMade)
    .map(([, sentence]) => sentence)
}

/** What a store of somebody else's needs, and what does not go together with it. */
function ofStores(settings: Settings): Mistake[] {
  const isHosted = settings.CONTENT === 'sanity'
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = settings
  return [
    [
      isHosted && !(settings.SANITY_PROJECT && settings.SANITY_TOKEN),
      'CONTENT=sanity needs SANITY_PROJECT and SANITY_TOKEN.',
    ],
    [
      isHosted && settings.SEED === 'on',
      'SEED=on fills in sample campaigns, which are not made at Sanity.',
    ],
    [
      isHosted && settings.IMAGES === 's3',
      'With CONTENT=sanity pictures are assets at Sanity: leave IMAGES out.',
    ],
    [
      settings.IMAGES === 's3' && !(S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY && S3_SECRET_KEY),
      'IMAGES=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY.',
    ],
  ]
}

function ofProviders(settings: Settings): Mistake[] {
  const isFirebase = settings.IDENTITY === 'firebase'
  const { FIREBASE_API_KEY, FIREBASE_PROJECT, FIREBASE_SERVICE_ACCOUNT } = settings
  return [
    [
      settings.PAYSTACK_SECRET_KEY !== undefined && settings.SEED === 'on',
      'SEED=on fills in sample people and donations, which do not go together with a PAYSTACK_SECRET_KEY.',
    ],
    [
      isFirebase && !(FIREBASE_API_KEY && FIREBASE_PROJECT && FIREBASE_SERVICE_ACCOUNT),
      'IDENTITY=firebase needs FIREBASE_API_KEY, FIREBASE_PROJECT and FIREBASE_SERVICE_ACCOUNT.',
    ],
    [
      isFirebase && settings.SEED === 'on',
      'SEED=on fills in sample people, who cannot be made at Firebase.',
    ],
    [
      settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined,
      'SMTP_URL needs MAIL_FROM: the address that our mails come from.',
    ],
  ]
}

function ofLivePayments(settings: Settings): Mistake[] {
  const { PUBLIC_URL, DATABASE_URL } = settings
  return [
    [settings.RATE_LIMITS === 'off', 'Live payments do not go together with RATE_LIMITS=off.'],
    [
      !PUBLIC_URL?.startsWith('https:'),
      'Live payments need a PUBLIC_URL that begins with https://.',
    ],
    [
      DATABASE_URL === undefined && settings.LIVE_ON_EMBEDDED_DATABASE === 'off',
      'Live payments need a DATABASE_URL, or LIVE_ON_EMBEDDED_DATABASE=on if the database that comes with Ajo is meant.',
    ],
    [
      DATABASE_URL !== undefined && settings.AJO_SECRET === undefined,
      'Live payments on a DATABASE_URL need AJO_SECRET: every process has to read what another one sealed.',
    ],
    [
      settings.SMTP_URL === undefined,
      'Live payments need SMTP_URL: receipts and confirmations have to arrive.',
    ],
    [
      DATABASE_URL !== undefined && hasDefaultPassword(DATABASE_URL),
      'Live payments need a DATABASE_URL whose password is not a default one.',
    ],
  ]
}

function hasDefaultPassword(url: string): boolean {
  return ['postgres', 'password', 'secret', 'changeme', 'ajo'].includes(new URL(url).password)
}
