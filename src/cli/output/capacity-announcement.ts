/** What a search for the highest rate is about to do, and how long that takes: said before it starts. */
import { message, say } from '../../messages/message.ts';
import { askedIn, type Plan } from '../../model/plan.ts';
import { askedObjective } from '../../report/outline/capacity.ts';

export function capacityAnnouncement(plan: Plan): string {
  const { capacity } = askedIn(plan);
  return capacity
    ? say(message('capacity.searching', { what: askedObjective(capacity), ms: plan.limit }))
    : '';
}
