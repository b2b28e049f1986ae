/** Residents who fill pools on purpose: they work, build a shop, and pay all into its pool that they do not need, as long as they live. */
import { type PolicyTable, policies } from '../../population/policies/built-in.ts';
import { build, work } from '../../population/policies/everyday.ts';
import { all, looking, type Policy } from '../../population/policies/policy.ts';

/** Ticks of upkeep that it keeps: until its next job is paid. */
const keptTicks = 14;

const fill = looking(
  () => [],
  ({ shop, balance, burn, endowment, left }) => {
    const free = Math.floor(balance - Math.max(Math.min(left, keptTicks) * burn, endowment));
    return shop === null || free < 1 ? [] : [{ type: 'fund', pod: shop.pod, amount: free }];
  },
);

/** Of twelve who are born four fill pools; five work, and three adopt as well. */
export const withFillers: PolicyTable<Policy> = {
  births: [
    'worker',
    'mentor',
    'filler',
    'worker',
    'mentor',
    'filler',
    'worker',
    'worker',
    'filler',
    'mentor',
    'worker',
    'filler',
  ],
  policies: { ...policies, filler: all(work, build, fill) },
};
