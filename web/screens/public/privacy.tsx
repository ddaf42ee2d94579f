import { PolicyLayout } from '../../layouts/policy-layout.tsx'
import { paths } from '../../navigation/paths.ts'
import { privacy } from '../../policies/privacy.ts'

export function Component() {
  return <PolicyLayout policy={privacy} path={paths.privacy} />
}
