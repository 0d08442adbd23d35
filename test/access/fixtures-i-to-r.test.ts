import { playCases } from './fixtures/play-cases.ts';

playCases((complaint) => complaint >= 'i' && complaint < 's');
