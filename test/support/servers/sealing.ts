import { sealingWith } from '#server/platform/runtime/sealing.ts'

export const testSecret = 'a secret of the tests that is long enough'
export const testSealing = sealingWith(testSecret)
