/** deploy/kubernetes and deploy/Dockerfile. */
import { series, utilizationName, utilizations } from './expressions.ts';
import { head, yaml } from './yaml.ts';

/** The service and its container in all files. */
export const container = 'app';
const port = 9464;

/** Of each utilisation: a start, not a measurement. At 0.7 a request of M/M/1 waits 2.3 times as long as it takes, at 0.9 nine times. */
const target = 0.7;

/** PostgreSQL as installed gives 97 connections to a service, and pg opens 10 in each process: here one in each pod. */
export const connections = { limit: 97, ofPod: 10 } as const;
const pods = Math.floor(connections.limit / connections.ofPod);
/** During a roll-out there are a quarter more, rounded up. */
export const replicas = { least: 2, most: Math.floor(pods / 1.25) };

export function dockerFile(): string {
  return `${head('chokepoint is a dependency in package.json, and needs the two lines with ENV.')}
FROM node:26-slim
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
ENV NODE_OPTIONS="--require chokepoint/probe"
ENV CHOKEPOINT_METRICS=0.0.0.0:${port}
# Not "npm start": npm is a Node process too.
CMD ["node", "server.js"]
`;
}

export function deploymentFile(): string {
  return `${head(`The image is that of ../Dockerfile. Prometheus finds the page by the annotations, as its Helm chart is set; with the
Prometheus Operator, a PodMonitor for the port "metrics" does it.
CPU utilization is a share of the limit of the CPU; without a limit, of the CPUs of the machine.`)}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${container}
spec:
  selector:
    matchLabels: { app: ${container} }
  template:
    metadata:
      labels: { app: ${container} }
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "${port}"
        prometheus.io/path: /metrics
    spec:
      containers:
        - name: ${container}
          image: ${container}:1
          ports:
            - { name: http, containerPort: 3000 }
            - { name: metrics, containerPort: ${port} }
          resources:
            requests: { cpu: "1", memory: 512Mi }
            limits: { cpu: "2", memory: 512Mi }
`;
}

const why = `Replicas by three utilisations: loop, threads of the pool, CPU. The one that wants the most replicas wins.
${target} is a start, not a measurement. All replicas together must leave the database connections free.
Where ${series('poolKnown')} is 0, take out that of the threads: without a figure of it nothing scales down.`;
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: container };

export function hpaFile(): string {
  return yaml(`${why}\nThe metrics come through prometheus-adapter: ../prometheus/adapter.yml.`, {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: container },
    spec: {
      scaleTargetRef,
      minReplicas: replicas.least,
      maxReplicas: replicas.most,
      metrics: utilizations.map((one) => ({
        type: 'Pods',
        pods: {
          metric: { name: utilizationName(one) },
          target: { type: 'AverageValue', averageValue: `${target * 1000}m` },
        },
      })),
    },
  });
}

/** The mean of the pods: KEDA asks for one figure. */
export const kedaQueries = utilizations.map(
  ({ query }) => `avg(${query('pod', `namespace="default",pod=~"${container}-.+"`)})`,
);

export function kedaFile(): string {
  return yaml(
    `${why}\nKEDA makes the HPA: use this file or hpa.yaml. Server, namespace and pods are examples.`,
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata: { name: container },
      spec: {
        scaleTargetRef,
        minReplicaCount: replicas.least,
        maxReplicaCount: replicas.most,
        triggers: kedaQueries.map((query) => ({
          type: 'prometheus',
          // Replicas × metric ÷ target.
          metricType: 'Value',
          metadata: {
            serverAddress: 'http://prometheus.monitoring.svc:9090',
            query,
            threshold: String(target),
            // No figure is no zero: nothing scales down by it.
            ignoreNullValues: 'false',
          },
        })),
      },
    },
  );
}
