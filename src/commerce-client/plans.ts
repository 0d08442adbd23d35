import type { Answer } from './ask.ts';
import { type ClientContext, MAX_PAGES } from './context.ts';
import { notFound, unable, unknownOutcome, unreadable } from './faults.ts';
import { withOurNames, withTheirNames } from './fields.ts';
import { must, type Page, type PageRequest, readPage, toQuery } from './list.ts';
import { type NewPlan, type NewQuickLink, toWire } from './new-plan.ts';
import { type Plan, toPlan } from './plan.ts';
import { FOR_A_PERSON, type Turn } from './rate-limiter.ts';

export interface PlanFilter {
  readonly visibility?: NonNullable<NewPlan['visibility']> | undefined;
  readonly productId?: string | undefined;
}

export interface Plans {
  list(request?: PageRequest & PlanFilter, turn?: Turn): Promise<Page<Plan>>;
  /** @throws Fault `COMMERCE_NOT_FOUND` */
  get(id: string): Promise<Plan>;
  /** Not idempotent: after `COMMERCE_UNKNOWN_OUTCOME`, check the list of plans before repeating it. */
  create(plan: NewPlan): Promise<Plan>;
  /** Creates a quick link to a plan. Not idempotent either. @throws Fault `COMMERCE_NOT_FOUND` */
  createQuickLink(planId: string, link: NewQuickLink): Promise<Plan>;
}

const RISK = 'two plans';

export function createPlans({ ask, aliases }: ClientContext): Plans {
  const read = (wire: unknown) => toPlan(withOurNames(aliases, wire));
  const made = ({ body }: Answer): Plan => {
    const plan = read(body);
    if (!plan) throw unknownOutcome(undefined, RISK);
    return plan;
  };
  const list: Plans['list'] = ({ page, per, visibility, productId } = {}, turn = FOR_A_PERSON) => {
    const query = toQuery({ page, per, visibility, product_id: productId, expand: 'product' });
    return readPage(ask, turn, { path: `/plans${query}`, what: 'list plans', read });
  };
  return {
    list,
    async get(id) {
      const { body } = await ask(`/plans/${encodeURIComponent(id)}?expand=product`, FOR_A_PERSON);
      if (body !== undefined) return must(read(body));
      // No such plan, or no such endpoint (it isn't in the specification)? Search the list.
      let skipped = 0;
      for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
        const listed = await list({ page, per: 50 });
        skipped += listed.skipped;
        const plan = listed.items.find((one) => one.id === id);
        if (plan) return plan;
        pages = listed.pages;
      }
      throw skipped > 0 ? unreadable() : notFound('plan');
    },
    async create(plan) {
      const body = withTheirNames(aliases, toWire(plan));
      const answer = await ask('/plans?expand=product', FOR_A_PERSON, { body, risk: RISK });
      if (answer.body === undefined) throw unable('create plans');
      return made(answer);
    },
    async createQuickLink(planId, link) {
      const path = `/plans/${encodeURIComponent(planId)}/create_quick_link?expand=product`;
      const answer = await ask(path, FOR_A_PERSON, {
        body: withTheirNames(aliases, toWire(link)),
        secrets: link.customPassword ? [link.customPassword] : [],
        risk: RISK,
      });
      if (answer.body !== undefined) return made(answer);
      throw answer.status === 404 ? notFound('plan') : unable('make quick links');
    },
  };
}
