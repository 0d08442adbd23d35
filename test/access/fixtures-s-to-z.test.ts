import { playCases } from './fixtures/play-cases.ts';

playCases((complaint) => complaint >= 's');
