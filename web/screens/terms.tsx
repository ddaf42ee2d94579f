import { PolicyLayout } from '../app/layouts/policy-layout.tsx'
import { paths } from '../paths.ts'
import { terms } from '../policies/terms.ts'

export function Component() {
  return <PolicyLayout policy={terms} path={paths.terms} />
}
