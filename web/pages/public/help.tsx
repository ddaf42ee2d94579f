import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { help } from './policies/help.ts'

export const loader = loadPolicyValues

export function Component() {
  return <PolicyLayout policy={help} path={paths.help} />
}
