import { PolicyLayout } from '../../layouts/policy-layout.tsx'
import { paths } from '../../navigation/paths.ts'
import { terms } from '../../policies/terms.ts'

export function Component() {
  return <PolicyLayout policy={terms} path={paths.terms} />
}
