import { PolicyLayout } from '../app/layouts/policy-layout.tsx'
import { paths } from '../paths.ts'
import { refunds } from '../policies/refunds.ts'

export function Component() {
  return <PolicyLayout policy={refunds} path={paths.refunds} />
}
