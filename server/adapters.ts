import { join } from 'node:path'

import { openPaymentSandbox, type DevelopmentDeps, type PaymentSandbox } from './development.ts'
import type { Config } from './platform/config/config.ts'
import { realHosts } from './platform/config/provider-hosts.ts'
import type { Database } from './platform/database/database.ts'
import { recordIdentityFault } from './platform/health/fault-reports.ts'
import type { ImageStorage } from './platform/images/image-storage.ts'
import type { Task } from './platform/queue/queue.ts'
import type { Sealing } from './platform/runtime/sealing.ts'
import type { ContentStore, HostedContentStore } from './providers/content/content.ts'
import type { SlugDigests } from './providers/content/slug.ts'
import type { EmbeddedIdentityOptions } from './providers/identity/embedded/password-hash.ts'
import type { OnFault } from './providers/identity/firebase/admin-token.ts'
import type { Identity } from './providers/identity/identity.ts'
import type { Payments } from './providers/payments/payments.ts'
import { paystackPayments } from './providers/payments/paystack.ts'
import { countedByHundred, openQuotaMeter } from './providers/quotas/quota-meter.ts'

// The only file that names adapters. The settings choose one for each provider; what the others need is not loaded.

/** Where campaigns, profiles and images are stored. */
export type Stores = {
  content: ContentStore
  imageStorage: ImageStorage
  hosted?: HostedContentStore
}

export async function openStores(
  { content, images, dataDir, plans }: Pick<Config, 'content' | 'images' | 'dataDir' | 'plans'>,
  { database, digests }: { database: Database; digests: SlugDigests },
  override?: Stores,
): Promise<Stores> {
  if (override) return override
  const ownImages = await openImageStorage({ images, dataDir })
  if (content.kind === 'sanity') {
    const { sanityContent } = await import('./providers/content/sanity/sanity-content.ts')
    const meter = openQuotaMeter({ database, now: () => new Date(), plans })
    const count = {
      api: countedByHundred(meter, 'content-requests'),
      cdn: countedByHundred(meter, 'content-cdn-requests'),
    }
    const onRequest = (service: keyof typeof count) => count[service]()
    return sanityContent({ ...content, database, digests, onRequest, ownImages })
  }
  const { embeddedContent } = await import('./providers/content/embedded/embedded-content.ts')
  return { content: embeddedContent(database, digests), imageStorage: ownImages }
}

type StorageConfig = Pick<Config, 'images' | 'dataDir'>

export async function openImageStorage({ images, dataDir }: StorageConfig): Promise<ImageStorage> {
  if (images.kind === 's3') {
    const { s3ImageStorage } = await import('./platform/images/s3-storage.ts')
    return s3ImageStorage(images)
  }
  const { diskImageStorage } = await import('./platform/images/disk-storage.ts')
  return diskImageStorage(join(dataDir, 'images'))
}

/** Where supporting documents are stored, in both content modes: never at Sanity, whose assets are public. */
export async function openDocumentStorage({
  images,
  dataDir,
}: StorageConfig): Promise<ImageStorage> {
  if (images.kind === 's3') {
    const { s3ImageStorage } = await import('./platform/images/s3-storage.ts')
    const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }
    return s3ImageStorage({ ...images, prefix: 'documents/', headers })
  }
  const { diskImageStorage } = await import('./platform/images/disk-storage.ts')
  return diskImageStorage(join(dataDir, 'documents'))
}

type IdentityDeps = Omit<EmbeddedIdentityOptions, 'hashQueue'> & { sealing: Sealing }

/** Accounts and their passwords. Commands of scripts/ use them as well. */
export async function openIdentity(
  { identity, plans }: Pick<Config, 'identity' | 'plans'>,
  deps: IdentityDeps,
  override?: Identity & { tasks: Task[] },
): Promise<Identity & { tasks: Task[] }> {
  if (override) return override
  if (identity.kind === 'embedded') {
    const { embeddedIdentity } = await import('./providers/identity/embedded/embedded-identity.ts')
    return embeddedIdentity(deps)
  }
  const { apiKey, projectId, serviceAccount, hosts } = identity
  const { database, now = () => new Date() } = deps
  const onFault: OnFault = (fault) => recordIdentityFault(database, { fault, at: now() })
  const { firebaseIdentity } = await import('./providers/identity/firebase/firebase-identity.ts')
  const { createAdminTokenSource } = await import('./providers/identity/firebase/admin-token.ts')
  const { tokenUrl, ...urls } = hosts
  const adminToken = createAdminTokenSource({
    account: serviceAccount,
    ...(tokenUrl !== undefined && { tokenUrl }),
    now,
    onFault,
  })
  return firebaseIdentity({ ...deps, ...urls, apiKey, projectId, adminToken, onFault, plans })
}

type OpenedPayments = {
  payments: Payments
  /** The payment sandbox, where no Paystack key is set. Ajo reaches it over HTTP. */
  sandbox?: Pick<PaymentSandbox, 'fetch' | 'start'>
}

/** Paystack where a key is set, otherwise the payment sandbox. Both are reached through the same adapter. */
export async function openPayments(
  config: Config,
  deps: DevelopmentDeps & { fetch: typeof globalThis.fetch },
  override?: Payments,
): Promise<OpenedPayments> {
  if (override) return { payments: override }
  const { feeBearer } = config
  if (config.payments.kind === 'sandbox') {
    const { fetch, ...development } = deps
    const sandbox = await openPaymentSandbox(config, development)
    const { endpoint } = sandbox
    const payments = paystackPayments({ ...endpoint, mode: 'sandbox', feeBearer, fetch })
    return { payments, sandbox }
  }
  const { mode, secretKey, baseUrl = realHosts.PAYSTACK_URL } = config.payments
  const { checkoutOrigin = realHosts.PAYSTACK_CHECKOUT_URL } = config.payments
  const options = { baseUrl, secretKey, mode, checkoutOrigin, feeBearer, fetch: deps.fetch }
  return { payments: paystackPayments(options) }
}
