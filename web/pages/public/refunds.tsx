import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { refunds } from './policies/refunds.ts'

export const loader = loadPolicyValues

export function Component() {
  return <PolicyLayout policy={refunds} path={paths.refunds} />
}
