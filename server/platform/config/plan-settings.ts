import * as z from 'zod/mini'

import { firebasePlans, sanityPlans } from '#shared/plans.ts'

import { choice } from './setting-kinds.ts'

/** Plans of hosted services, whose quotas Ajo keeps. */
export const planSettings = {
  FIREBASE_PLAN: z._default(choice('FIREBASE_PLAN', firebasePlans), 'spark'),
  SANITY_PLAN: z._default(choice('SANITY_PLAN', sanityPlans), 'free'),
}
