import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { terms } from './policies/terms.ts'

export const loader = loadPolicyValues

export function Component() {
  return <PolicyLayout policy={terms} path={paths.terms} />
}
